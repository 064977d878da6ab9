/** Limits above which an archive is refused. The defaults allow exports of several gigabytes. */
export interface ArchiveLimits {
  /** Files and folders together. */
  entries: number;
  /** Bytes after unpacking, all entries together. */
  unpackedBytes: number;
  /** Maximum ratio of unpacked to packed bytes, checked above `ratioFreeBytes`. gzip itself allows about 1,030. */
  ratio: number;
  /** Unpacked bytes up to which the ratio is not checked, because small archives of repetitive text are harmless. */
  ratioFreeBytes: number;
  /** One line of newline-delimited JSON, or one JSON document. */
  lineBytes: number;
  /** Maximum objects and lists in one line: a line of brackets can take a hundred times its size in memory. */
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
