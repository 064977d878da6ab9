/** How much an archive may hold before it is refused. The defaults let an honest archive of several gigabytes pass. */
export interface ArchiveLimits {
  /** Files and folders together. */
  entries: number;
  /** Bytes after unpacking, all entries together. */
  unpackedBytes: number;
  /** Bytes that one packed byte may become, once `ratioFreeBytes` have come out. gzip itself allows about 1,030. */
  ratio: number;
  /** Up to this many unpacked bytes the ratio is not checked: a small archive of repetitive text is no bomb. */
  ratioFreeBytes: number;
  /** One line of newline-delimited JSON, or one JSON document. */
  lineBytes: number;
  /** Objects and lists within one line: a short line of brackets can take a hundred times its size in memory. */
  lineContainers: number;
}

const MEBIBYTE = 1024 ** 2;

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 500_000,
  unpackedBytes: 256 * 1024 * MEBIBYTE,
  ratio: 200,
  ratioFreeBytes: 64 * MEBIBYTE,
  lineBytes: 32 * MEBIBYTE,
  lineContainers: 500_000,
};
