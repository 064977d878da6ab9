/** Runs `work` for each of `all`, at most `limit` at once. Throws the first error of `work`. */
export async function inParallel<Item>(
  limit: number,
  all: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, worker));
}
