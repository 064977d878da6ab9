import { DomainError } from '@milepost/core/errors';

/** No language model is configured. */
export class AssistantNotConfiguredError extends DomainError {
  override name = 'AssistantNotConfiguredError';
  readonly code = 'ASSISTANT_NOT_CONFIGURED' as const;
  readonly kind = 'unavailable' as const;
  constructor(message = 'The assistant is not configured.') {
    super(message);
  }
}

/** The group of the item does not allow it. */
export class AssistantOffError extends DomainError {
  override name = 'AssistantOffError';
  readonly code = 'ASSISTANT_OFF' as const;
  readonly kind = 'forbidden' as const;
  override readonly publicMessage = 'The assistant is turned off for this group.';
  constructor() {
    super('The assistant is turned off for this group.');
  }
}

/** The model server refused the call, or its answer is broken. */
export class ModelFailedError extends DomainError {
  override name = 'ModelFailedError';
  readonly code = 'MODEL_FAILED' as const;
  readonly kind = 'bad_gateway' as const;
  constructor(message = 'The model server did not answer the request. Try again.') {
    super(message);
  }
}

/** The model server did not answer within the limit. */
export class ModelTimeoutError extends DomainError {
  override name = 'ModelTimeoutError';
  readonly code = 'MODEL_TIMEOUT' as const;
  readonly kind = 'gateway_timeout' as const;
  constructor() {
    super('The model server did not answer in time. Try again.');
  }
}

/** The answer does not have the requested form, twice. */
export class UnusableAnswerError extends DomainError {
  override name = 'UnusableAnswerError';
  readonly code = 'UNUSABLE_ANSWER' as const;
  readonly kind = 'bad_gateway' as const;
  constructor() {
    super('The model gave no usable answer. Try again.');
  }
}

/** The client left; nobody reads the answer. */
export class AbandonedError extends DomainError {
  override name = 'AbandonedError';
  readonly code = 'ABANDONED' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('The request was cancelled.');
  }
}

export class PromptTooLongError extends DomainError {
  override name = 'PromptTooLongError';
  readonly code = 'PROMPT_TOO_LONG' as const;
  readonly kind = 'tooLarge' as const;
  /** `limit` in characters. */
  constructor(limit: number) {
    super(`The input is too long (maximum is ${limit} characters).`);
  }
}
