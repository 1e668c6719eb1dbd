/** Waits for something no longer than a given time. What is waited for goes on either way. */

/** What the work brought, or undefined if it is not done in time. */
export async function raceTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the work is done in time. Throws what the work throws until then. */
export async function isDoneWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return (
    (await raceTimeout(
      ms,
      work.then(() => true),
    )) ?? false
  );
}
