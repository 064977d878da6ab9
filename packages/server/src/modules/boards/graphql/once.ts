/** Runs a task at the first call, and returns its result from then on. */
export function once<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  return () => (result ??= task());
}
