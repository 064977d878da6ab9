import { session } from '../../platform/session/session.ts';

/** Why an upload failed, as shown to the user. */
export type UploadProblem =
  | { kind: 'tooBig' | 'wrongType' | 'tooMany' | 'canceled' | 'notJson' | 'unreachable' }
  | { kind: 'status'; statusCode: number };

/** The reasons for which an upload can fail. */
export class UploadError extends Error {
  override name = 'UploadError';
  constructor(readonly problem: UploadProblem) {
    super(problem.kind);
  }
}

export interface SendFile {
  url: string;
  file: File;
  /** Sent before the file. */
  fields?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Progress from 0 to 100. */
  onProgress(share: number): void;
}

/**
 * Uploads one file as multipart form data and returns the JSON of the response. By XMLHttpRequest: only that reports upload
 * progress. Throws an UploadError for every failure, including cancellation.
 */
export function sendFile<Answer>({ url, file, fields = {}, signal, onProgress }: SendFile): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (problem: UploadProblem): void => reject(new UploadError(problem));
    if (signal.aborted) return fail({ kind: 'canceled' });
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Cache-Control', 'no-cache');
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    request.setRequestHeader('X-CSRF-Token', session().csrfToken);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? (loaded / total) * 100 : 0),
    );
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) return fail({ kind: 'status', statusCode: status });
      try {
        resolve(JSON.parse(responseText) as Answer);
      } catch {
        fail({ kind: 'notJson' });
      }
      return undefined;
    });
    request.addEventListener('error', () => fail({ kind: 'unreachable' }));
    request.addEventListener('abort', () => fail({ kind: 'canceled' }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file, file.name);
    request.send(form);
    return undefined;
  });
}
