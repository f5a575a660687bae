package dev.runnel.channel;

import org.junit.jupiter.api.Timeout;

/**
 * What every channel promises. The test of a flavour extends this, and implements the contracts of
 * what its channels promise beyond it.
 */
@Timeout(60)
abstract class ChannelContract
    implements PassingContract, EndingContract, WaitingContract, MemoryContract, StormContract {}
