import { sentencesOf, UNVERIFIED } from '@milepost/core/errors';
import {
  DatabaseUnavailableError,
  NotFoundError,
  UnavailableError,
  NetworkError,
  ForbiddenError,
  ConflictError,
  ValidationError,
  ServerError,
  UnauthenticatedError,
  StorageFullError,
  TooManyRequestsError,
} from './errors.ts';
import { session } from '../session/session.ts';

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, or unchanged if it is a form with files. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** In addition to those of every request. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends one request with cookies and, on a change, the CSRF token; a refusal becomes an error with a name. */
export async function send(
  path: string,
  { method = 'GET', body, signal, headers: own = {} }: HttpRequest = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  const headersNow = (): Headers => {
    const headers = new Headers({ accept: 'application/json', ...own });
    if (method !== 'GET') headers.set('x-csrf-token', session().csrfToken);
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
    return headers;
  };
  const attempt = (): Promise<Response> =>
    fetch(path, {
      method,
      headers: headersNow(),
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new NetworkError('The server could not be reached', { cause: error });
    });
  let response = await attempt();
  if (response.status === 403 && method !== 'GET' && (await isUnverified(response))) {
    // A new session of the same user in another tab is still the same user.
    const { renewSession } = await import('../session/renew-session.ts');
    if (await renewSession()) response = await attempt();
  }
  // The server reports no change: the value was already set.
  if (!response.ok && response.status !== 304) throw await refusalOf(response);
  return response;
}

async function isUnverified(response: Response): Promise<boolean> {
  return (await response.clone().text()).includes(UNVERIFIED);
}

/** Sends one request and returns the JSON of its response; undefined for an empty body. */
export async function sendJson<Answer>(path: string, request?: HttpRequest): Promise<Answer> {
  const response = await send(path, request);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A 503 of the server because of its database. */
const ABOUT_DATABASE = /^(?:503 |The database )/;

async function refusalOf(response: Response): Promise<Error> {
  const text = await response.text();
  const { message, fields } = readRefusal(text, response.statusText);
  const isNamed = text.startsWith('{"message":"') && !ABOUT_DATABASE.test(message);
  if (response.status === 503 && isNamed) return new UnavailableError(message);
  if (response.status === 429) return new TooManyRequestsError(message, secondsIn(response.headers.get('retry-after')));
  const error = refusal(response.status, message, fields);
  if (error instanceof ServerError) error.requestId = response.headers.get('x-request-id');
  return error;
}

function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** The named error of a status. */
export function refusal(status: number, message: string, fields: Record<string, string[]> = {}): Error {
  switch (status) {
    case 401:
      return new UnauthenticatedError(message);
    case 403:
      return new ForbiddenError(message);
    case 404:
      return new NotFoundError(message);
    case 409:
      return new ConflictError(message, fields);
    case 400:
    case 413:
    case 415:
    case 422:
      return new ValidationError(message, fields);
    case 429:
      return new TooManyRequestsError(message);
    case 507:
      return new StorageFullError(message);
    case 503:
      return new DatabaseUnavailableError(message);
    default:
      return new ServerError(message, status);
  }
}

/** The documented error bodies: `message` as a text or as fields with lists of texts, or `error` as a text. */
export function readRefusal(text: string, fallback: string): { message: string; fields: Record<string, string[]> } {
  let body: { message?: unknown; error?: unknown; errors?: { message?: string }[] };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return { message: fallback, fields: {} };
  }
  if (typeof body.message === 'string') return { message: body.message, fields: {} };
  if (typeof body.error === 'string') return { message: body.error, fields: {} };
  if (Array.isArray(body.errors))
    return { message: body.errors.map((error) => error.message ?? '').join(' '), fields: {} };
  if (typeof body.message === 'object' && body.message !== null) {
    const fields = Object.fromEntries(
      Object.entries(body.message).map(([field, texts]) => [field, [texts].flat(2).map(String)]),
    );
    return { message: sentencesOf(fields).join(', '), fields };
  }
  return { message: fallback, fields: {} };
}
