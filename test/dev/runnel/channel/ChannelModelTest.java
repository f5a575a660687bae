package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.ChannelModel.Calls;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random histories of calls from several threads are linearizable: their results are those of some
 * order of the same calls under {@link ChannelModel}, one after the other. The calls are those that
 * do not wait.
 *
 * <p>Not promised, and so not called: the size of a ring, which is that of about the moment; what
 * a cancel by a thread that does not own the receiving end returns; and an order between elements
 * of different senders of a {@link FanIn}, which is called with one sender here. Nor is a fan-in
 * ended here: its receiver may find it empty for a moment after a close, while a send that was
 * accepted before that close has not returned.
 */
@Timeout(60)
public class ChannelModelTest {
  private static final int CAPACITY = 2;

  /** The model, at the capacity of the channels. */
  public static class OfTwo extends ChannelModel {
    public OfTwo() {
      super(CAPACITY);
    }
  }

  /** Any thread may make any call. */
  @Param(name = "element", gen = IntGen.class, conf = "1:9")
  @Param(name = "how", gen = IntGen.class, conf = "0:2")
  public static class ManyToMany {
    private final Calls calls;

    public ManyToMany() {
      this(CAPACITY);
    }

    ManyToMany(int capacity) {
      calls = new Calls(Channel.<Integer>bounded(capacity));
    }

    @Operation
    public String trySend(@Param(name = "element") int element) {
      return calls.trySend(element);
    }

    @Operation
    public String tryReceive() {
      return calls.tryReceive();
    }

    @Operation(runOnce = true)
    public boolean end(@Param(name = "how") int how) {
      return calls.end(how);
    }

    @Operation
    public int size() {
      return calls.receiver.size();
    }
  }

  /** A planted fault: room for one more than the model has. */
  public static class OneTooMany extends ManyToMany {
    public OneTooMany() {
      super(CAPACITY + 1);
    }
  }

  /** One thread sends, one receives and cancels, any closes and fails. */
  @Param(name = "element", gen = IntGen.class, conf = "1:9")
  @Param(name = "how", gen = IntGen.class, conf = "0:1")
  public static class Spsc {
    private final Calls calls;

    public Spsc() {
      this(CAPACITY);
    }

    Spsc(int capacity) {
      calls = new Calls(Channel.<Integer>spsc(capacity));
    }

    @Operation(nonParallelGroup = "sender")
    public String trySend(@Param(name = "element") int element) {
      return calls.trySend(element);
    }

    @Operation(nonParallelGroup = "receiver")
    public String tryReceive() {
      return calls.tryReceive();
    }

    @Operation(nonParallelGroup = "receiver", runOnce = true)
    public boolean cancel() {
      return calls.end(Calls.CANCEL);
    }

    @Operation(runOnce = true)
    public boolean end(@Param(name = "how") int how) {
      return calls.end(how);
    }

    @Operation(runOnce = true)
    public boolean isClosed() {
      return calls.sender.isClosed();
    }
  }

  /** A planted fault: room for one more than the model has. */
  public static class SpscOneTooMany extends Spsc {
    public SpscOneTooMany() {
      super(CAPACITY + 1);
    }
  }

  /** A fan-in with one sender, which nobody ends. */
  @Param(name = "element", gen = IntGen.class, conf = "1:9")
  public static class FanInOfOne {
    private final Calls calls = new Calls(Channel.<Integer>manyToOne(CAPACITY));

    @Operation(nonParallelGroup = "sender")
    public String trySend(@Param(name = "element") int element) {
      return calls.trySend(element);
    }

    @Operation(nonParallelGroup = "receiver")
    public String tryReceive() {
      return calls.tryReceive();
    }
  }

  @Test
  void manyToManyIsLinearizable() {
    check(stress(), ManyToMany.class);
  }

  @Test
  void spscIsLinearizable() {
    check(stress(), Spsc.class);
  }

  @Test
  void spscIsLinearizableInEveryInterleavingThatIsTried() {
    check(new ModelCheckingOptions().iterations(5).invocationsPerIteration(100), Spsc.class);
  }

  @Test
  void fanInOfOneSenderIsLinearizable() {
    check(stress(), FanInOfOne.class);
  }

  @Test
  void plantedFaultsAreFound() {
    assertThrows(LincheckAssertionError.class, () -> check(stress(), OneTooMany.class));
    assertThrows(LincheckAssertionError.class, () -> check(stress(), SpscOneTooMany.class));
  }

  private static StressOptions stress() {
    return new StressOptions().iterations(15).invocationsPerIteration(300);
  }

  /** All calls are made at once: a call before or after would make the end another thread's. */
  private static void check(Options<?, ?> options, Class<?> calls) {
    options.actorsPerThread(4)
        .threads(calls == ManyToMany.class || calls == OneTooMany.class ? 3 : 2)
        .actorsBefore(0)
        .actorsAfter(0)
        .minimizeFailedScenario(false)
        .sequentialSpecification(OfTwo.class)
        .check(calls);
  }
}
