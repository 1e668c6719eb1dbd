/** Does together what was asked for at the same time: while the batches before are worked on, the next one gathers. */
interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** `work` answers one settled result for each item, in order. What `weigh` says adds up to at most `limit`, or an item is alone. */
export function inBatches<T, R>(
  work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<R>[]>,
  { weigh, limit, most, atOnce }: { weigh: (item: T) => number; limit: number; most: number; atOnce: number },
): (item: T) => Promise<R> {
  const queue: Waiting<T, R>[] = [];
  let working = 0;

  const next = (): Waiting<T, R>[] => {
    let weight = 0;
    const end = queue.findIndex(({ item }, at) => {
      weight += weigh(item);
      return at === most || (at > 0 && weight > limit);
    });
    return queue.splice(0, end < 0 ? queue.length : end);
  };

  const run = async (): Promise<void> => {
    working += 1;
    while (queue.length > 0) {
      const batch = next();
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const result = results[at];
          if (result?.status === 'fulfilled') resolve(result.value);
          else reject(result?.reason);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    working -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (working < atOnce) void run();
    });
}
