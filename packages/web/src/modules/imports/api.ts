import { queryOptions } from '@tanstack/react-query';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { sendJson, refusal, readRefusal } from '../../platform/api/http.ts';
import { NetworkError } from '../../platform/api/errors.ts';
import { session } from '../../platform/session/session.ts';

export interface ImportCount {
  /** Came in now. */
  added: number;
  /** Was there before. */
  present: number;
  /** Not imported, with the reasons in the problems. */
  leftOut: number;
}

export interface ImportReport {
  kind: NamespaceKind;
  fullPath: string;
  counts: Record<string, ImportCount>;
  problems: { location: string; problem: string }[];
  problemCount: number;
  passedOver: { relation: string; records: number }[];
  seconds: number;
}

export interface ImportView {
  id: number;
  state: 'uploaded' | 'running' | 'finished' | 'failed';
  fileName: string;
  size: number;
  into: string | null;
  /** The current phase: `reading`, `people`, `epics and issues`. */
  phase: string | null;
  done: number;
  total: number;
  report: ImportReport | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export function isUnderWay(view: ImportView): boolean {
  return view.state === 'uploaded' || view.state === 'running';
}

/** All imports, newest first; polled while one is running. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => sendJson<ImportView[]>('/-/imports', { signal }),
  refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? 1000 : false),
});

export interface Upload {
  file: File;
  /** The full path of the import; empty to use the archive's. */
  into: string;
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** Uploads an archive. `fetch` has no upload progress, so this uses XMLHttpRequest. */
export function uploadArchive({ file, into, onProgress, signal }: Upload): Promise<ImportView> {
  const body = new FormData();
  // Fields come first: the server reads the file as a stream and needs them before it.
  if (into !== '') body.set('into', into);
  body.set('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/-/imports');
    request.setRequestHeader('x-csrf-token', session().csrfToken);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress((event.loaded / event.total) * 100);
    });
    request.addEventListener('load', () => {
      if (request.status < 400) return resolve(JSON.parse(request.responseText) as ImportView);
      const { message, fields } = readRefusal(request.responseText, request.statusText);
      return reject(refusal(request.status, message, fields));
    });
    request.addEventListener('error', () => reject(new NetworkError('The upload was cut off')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was canceled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}
