import { DomainError } from '@milepost/core/errors';

/** Git is missing or too old: everything except repositories works. */
export class GitMissingError extends DomainError {
  override name = 'GitMissingError';
  readonly code = 'GIT_MISSING' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('Git 2.30 or newer is required. Run "milepost doctor".');
  }
}

/** All processes are in use, or one took too long. */
export class GitBusyError extends DomainError {
  override name = 'GitBusyError';
  readonly code = 'GIT_BUSY' as const;
  readonly kind = 'unavailable' as const;
  readonly retryAfter = 5;
  constructor() {
    super('Git is busy. Retry later.');
  }
}

/** A git command ended with an error. The message of git is for the log: it may hold paths of the server. */
export class GitCommandError extends Error {
  override name = 'GitCommandError';
  readonly exitCode: number | null;
  readonly stderr: string;
  constructor(command: string, exitCode: number | null, stderr: string) {
    super(`git ${command} ended with ${exitCode ?? 'a signal'}: ${stderr.trim()}`);
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}
