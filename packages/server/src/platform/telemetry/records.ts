/** A request that ended, as it is sent to the process that exports traces. Times are in milliseconds. */
export interface RequestRecord {
  method: string;
  requestId: string;
  /** The header of the caller. */
  traceparent: string | null;
  /** The pattern of the route; null for unknown addresses. */
  route: string | null;
  status: number;
  /** Unix time. */
  started: number;
  /** From the start to the end. */
  took: number;
  /** How many statements there were; only the first ones have a name. */
  statements: number;
  names: string[];
  /** For each name the start and the end, from the start of the request. */
  times: number[];
  /** The indexes of the names whose statements failed. */
  failed: number[];
}

export type ExportRequest = { type: 'records'; records: readonly RequestRecord[] } | { type: 'stop' };
export type ExportReply = { type: 'taken'; spans: number } | { type: 'stopped' };

/** A span for the request, and one for each statement that has a name. */
export function spansIn(records: readonly RequestRecord[]): number {
  return records.reduce((sum, { names }) => sum + 1 + names.length, 0);
}
