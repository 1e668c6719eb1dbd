/** Measures how long the main thread computes without a pause. Waiting and a busy machine do not count. */

/** Returns the longest CPU time in milliseconds between two turns of the event loop while the work runs. */
export async function measureLongestTurn(work: () => unknown): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isDone = false;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isDone = true;
    look();
  }
  return longest;
}
