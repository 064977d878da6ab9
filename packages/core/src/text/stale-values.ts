import { DomainError } from '../errors.ts';

/** A field of an item has another value than the one that was read before the change. */
export class StaleValueError extends DomainError {
  override name = 'StaleValueError';
  readonly code = 'STALE_VALUE' as const;
  readonly kind = 'conflict' as const;
  /** `who`: the name of the other person, if known; `field`: in words; `value`: in words, null where it was removed. */
  constructor(who: string | null, field: string, value: string | null) {
    const change = value === null ? `removed the ${field}` : `changed the ${field} to ${value}`;
    super(`${who ?? SOMEONE} ${change} meanwhile.`);
  }
}

const SOMEONE = 'Someone';

/** Reads the message back, as mutations answer it: who changed the value, null if unknown. Undefined: another message. */
export function editorOfStaleValue(message: string): string | null | undefined {
  const who = /^(.+?) (?:changed|removed) the .+ meanwhile\.$/s.exec(message)?.[1];
  return who === SOMEONE ? null : who;
}
