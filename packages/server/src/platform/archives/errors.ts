import { DomainError } from '@milepost/core/errors';
import { printSize } from '@milepost/core/files/sizes';

/** An archive is refused; the message is one line with the location: `tree/project/issues.ndjson:17: is not valid JSON`. */
export abstract class ArchiveError extends DomainError {
  /** `location` is an entry, or an entry and a line; null for the archive as a whole. */
  constructor(
    readonly location: string | null,
    /** The problem without its location. */
    readonly problem: string,
  ) {
    super(location === null ? problem : `${location}: ${problem}`);
  }
}

/** The file is not gzip, is damaged, or is truncated. */
export class BrokenGzipError extends ArchiveError {
  override name = 'BrokenGzipError';
  readonly code = 'ARCHIVE_BROKEN_GZIP' as const;
  readonly kind = 'invalid' as const;
}

/** The content of the gzip is not tar, is damaged, or is truncated. */
export class BrokenTarError extends ArchiveError {
  override name = 'BrokenTarError';
  readonly code = 'ARCHIVE_BROKEN_TAR' as const;
  readonly kind = 'invalid' as const;
}

/** An entry's name is not a safe relative path. */
export class UnsafePathError extends ArchiveError {
  override name = 'UnsafePathError';
  readonly code = 'ARCHIVE_UNSAFE_PATH' as const;
  readonly kind = 'invalid' as const;
}

/** An entry is a link, a device, or anything else that is neither file nor folder. */
export class UnsafeEntryError extends ArchiveError {
  override name = 'UnsafeEntryError';
  readonly code = 'ARCHIVE_UNSAFE_ENTRY' as const;
  readonly kind = 'invalid' as const;
}

/** An archive contains two entries with the same name. */
export class DuplicateEntryError extends ArchiveError {
  override name = 'DuplicateEntryError';
  readonly code = 'ARCHIVE_DUPLICATE_ENTRY' as const;
  readonly kind = 'invalid' as const;
  constructor(path: string) {
    super(path, 'is in the archive twice');
  }
}

/** An archive contains more entries than allowed. */
export class TooManyEntriesError extends ArchiveError {
  override name = 'TooManyEntriesError';
  readonly code = 'ARCHIVE_TOO_MANY_ENTRIES' as const;
  readonly kind = 'invalid' as const;
  constructor(path: string, limit: number) {
    super(path, `is one entry more than the ${limit} an archive may hold`);
  }
}

/** The unpacked size of the archive exceeds the limit. */
export class ArchiveTooLargeError extends ArchiveError {
  override name = 'ArchiveTooLargeError';
  readonly code = 'ARCHIVE_TOO_LARGE' as const;
  readonly kind = 'invalid' as const;
}

/** The archive unpacks to far more than its size, to fill memory or disks. */
export class ArchiveBombError extends ArchiveError {
  override name = 'ArchiveBombError';
  readonly code = 'ARCHIVE_BOMB' as const;
  readonly kind = 'invalid' as const;
}

/** A line, or an element of a single-file export, is longer than allowed. */
export class LineTooLongError extends ArchiveError {
  override name = 'LineTooLongError';
  readonly code = 'ARCHIVE_LINE_TOO_LONG' as const;
  readonly kind = 'invalid' as const;
  constructor(location: string, limit: number) {
    super(location, `is longer than the ${printSize(limit)} allowed`);
  }
}

/** A line that is not a JSON object, or that no database can store. */
export class BrokenLineError extends ArchiveError {
  override name = 'BrokenLineError';
  readonly code = 'ARCHIVE_BROKEN_LINE' as const;
  readonly kind = 'invalid' as const;
}
