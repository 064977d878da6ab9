/** Memoizes a task: the first call runs it, later calls return the same promise. */
export function once<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => (result ??= task());
}
