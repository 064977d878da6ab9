/** Whether a subject of a policy, or the item that it belongs to, is read-only because of a transfer. */
export function isTransferring(subject: unknown): boolean {
  if (typeof subject !== 'object' || subject === null) return false;
  const { scope, item } = subject as { scope?: { isTransferring?: boolean }; item?: unknown };
  return scope ? scope.isTransferring === true : isTransferring(item);
}
