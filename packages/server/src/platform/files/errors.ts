import { DomainError } from '@milepost/core/errors';

/** The folder or bucket of files does not answer. Everything that needs no file works. */
export class FileStorageError extends DomainError {
  override name = 'FileStorageError';
  readonly code = 'FILE_STORAGE_UNAVAILABLE' as const;
  readonly kind = 'unavailable' as const;
  /** Seconds. */
  readonly retryAfter = 10;
  constructor(doing: 'storing' | 'reading', cause: unknown) {
    super(
      doing === 'storing'
        ? 'The file could not be stored. Try again.'
        : 'The file cannot be read right now. Try again.',
    );
    this.cause = cause;
  }
}

/** The copied bytes differ from their checksum. */
export class ChecksumError extends Error {
  override name = 'ChecksumError';
  constructor() {
    super('The copy differs from its checksum');
  }
}
