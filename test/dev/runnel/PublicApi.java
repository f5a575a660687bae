package dev.runnel;

import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The exported types of the module as text, one line a member, so that a change shows as a diff.
 */
final class PublicApi {
  private PublicApi() {}

  /** The exported types, nested ones included. */
  static List<Class<?>> types() {
    Set<String> rooms = Runnel.class.getModule()
        .getDescriptor()
        .exports()
        .stream()
        .filter(exports -> !exports.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
    return House.classes()
        .stream()
        .map(compiled -> compiled.name().replace('/', '.'))
        .filter(name -> rooms.contains(name.substring(0, name.lastIndexOf('.'))))
        .<Class<?>>map(PublicApi::load)
        .filter(PublicApi::visible)
        .sorted(Comparator.comparing(Class::getName))
        .toList();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Runnel.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean visible(Class<?> type) {
    return shown(type.getModifiers())
        && (type.getDeclaringClass() == null || visible(type.getDeclaringClass()));
  }

  private static boolean shown(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  static String text() {
    return types().stream().map(PublicApi::text).collect(Collectors.joining("\n"));
  }

  private static String text(Class<?> type) {
    var lines = new TreeSet<String>();
    Stream.of(type.getDeclaredFields())
        .filter(field -> shown(field.getModifiers()) && !field.isSynthetic())
        .forEach(field -> lines.add(field(field)));
    Stream.of(type.getDeclaredConstructors())
        .filter(constructor -> shown(constructor.getModifiers()))
        .forEach(constructor -> lines.add(constructor(constructor)));
    Stream.concat(Stream.of(type.getMethods()), Stream.of(type.getDeclaredMethods()))
        .filter(method -> shown(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> ours(method) && !(type.isRecord() && ofEveryObject(method)))
        .forEach(method -> lines.add(method(method)));
    var text = new StringBuilder(head(type)).append('\n');
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  /** Inherited members of the JDK's types are left out; those of package-private types are not. */
  private static boolean ours(Method method) {
    return method.getDeclaringClass().getName().startsWith("dev.runnel.");
  }

  private static boolean ofEveryObject(Method method) {
    return Set.of("equals", "hashCode", "toString").contains(method.getName());
  }

  private static String head(Class<?> type) {
    var parents = new ArrayList<AnnotatedType>();
    if (!type.isRecord() && type.getSuperclass() != null && type.getSuperclass() != Object.class) {
      parents.add(type.getAnnotatedSuperclass());
    }
    parents.addAll(Arrays.asList(type.getAnnotatedInterfaces()));
    String heirs = parents.stream()
        .map(PublicApi::simple)
        .filter(name -> !name.matches(".*(Ops<.*|Sources.*)"))
        .collect(Collectors.joining(", "));
    String kind = type.isRecord() ? "record"
        : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
    String components = type.isRecord() ? Stream.of(type.getRecordComponents())
        .map(PublicApi::component)
        .collect(Collectors.joining(", ", "(", ")")) : "";
    return (type.isInterface() ? "" : modifiers(type.accessFlags()))
        + (type.isSealed() ? "sealed " : "") + kind + " "
        + type.getName().replace('$', '.') + variables(type.getTypeParameters()) + components
        + (heirs.isEmpty() ? "" : " : " + heirs);
  }

  private static String component(RecordComponent component) {
    return simple(component.getAnnotatedType()) + " " + component.getName();
  }

  private static String field(Field field) {
    return modifiers(field.accessFlags()) + simple(field.getAnnotatedType()) + " "
        + field.getName();
  }

  private static String constructor(Constructor<?> constructor) {
    return "new" + parameters(constructor);
  }

  private static String method(Method method) {
    String variables = variables(method.getTypeParameters());
    return modifiers(method.accessFlags()) + (method.isDefault() ? "default " : "")
        + method.getName()
        + variables + parameters(method) + " : " + simple(method.getAnnotatedReturnType())
        + thrown(method);
  }

  private static String parameters(Executable executable) {
    return Stream.of(executable.getAnnotatedParameterTypes())
        .map(PublicApi::simple)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String thrown(Executable executable) {
    String thrown = Stream.of(executable.getAnnotatedExceptionTypes())
        .map(PublicApi::simple)
        .collect(Collectors.joining(", "));
    return thrown.isEmpty() ? "" : " throws " + thrown;
  }

  private static String modifiers(Set<AccessFlag> flags) {
    return Stream.of(AccessFlag.PROTECTED, AccessFlag.STATIC, AccessFlag.ABSTRACT, AccessFlag.FINAL)
        .filter(flags::contains)
        .map(flag -> flag.name().toLowerCase(Locale.ROOT) + " ")
        .collect(Collectors.joining());
  }

  private static String variables(TypeVariable<?>[] variables) {
    if (variables.length == 0) {
      return "";
    }
    return Stream.of(variables).map(PublicApi::variable)
        .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String variable(TypeVariable<?> variable) {
    String bounds = Stream.of(variable.getAnnotatedBounds())
        .map(PublicApi::simple)
        .filter(bound -> !bound.equals("Object"))
        .collect(Collectors.joining(" & "));
    return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
  }

  private static String simple(AnnotatedType type) {
    return type.toString()
        .replaceAll("@?org\\.jspecify\\.annotations\\.Nullable\\(\\)", "@Nullable")
        .replaceAll("\\b(?:java\\.(?:lang|util|util\\.concurrent|time)|dev\\.runnel)\\.(?=[A-Z])",
            "")
        .replace('$', '.');
  }
}
