package dev.runnel.internal.scope;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/**
 * Finds out whether the VM runs with {@code --enable-preview}: only then does it define a class
 * file that carries the preview stamp of its own release.
 */
final class PreviewProbe {
  private static final int CLASS_FILE_OF_RELEASE_0 = 44;
  private static final int PREVIEW_STAMP = 0xFFFF;
  private static final int ACC_INTERFACE_ABSTRACT = 0x0600;

  private PreviewProbe() {}

  static boolean enabled(int feature) {
    try {
      MethodHandles.lookup().defineHiddenClass(emptyInterface(feature), false);
      return true;
    } catch (UnsupportedClassVersionError off) {
      return false;
    } catch (IllegalAccessException | LinkageError e) {
      return false; // not to be found out: the own scope is always right
    }
  }

  /** The bytes of an interface without members, in this package. */
  private static byte[] emptyInterface(int feature) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0xCAFEBABE);
      out.writeShort(PREVIEW_STAMP);
      out.writeShort(CLASS_FILE_OF_RELEASE_0 + feature);
      out.writeShort(5); // constants 1 to 4
      out.writeByte(7); // 1: class named by 2
      out.writeShort(2);
      out.writeByte(1); // 2: its name
      out.writeUTF(PreviewProbe.class.getName().replace('.', '/') + "Stamped");
      out.writeByte(7); // 3: class named by 4
      out.writeShort(4);
      out.writeByte(1); // 4: the name of its superclass
      out.writeUTF("java/lang/Object");
      out.writeShort(ACC_INTERFACE_ABSTRACT);
      out.writeShort(1); // this class
      out.writeShort(3); // its superclass
      out.writeLong(0); // no interfaces, fields, methods, attributes: four shorts
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array takes all
    }
    return bytes.toByteArray();
  }
}
