import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { endpoint } from './endpoints.ts';
import { ChangeRefusedError, GraphQLRequestError, NotFoundError, UnauthenticatedError } from './errors.ts';
import { sendJson } from './http.ts';

/** A generated document: its types and, at run time, its hash (in development its text). */
export interface GraphQLDocument<Result, Variables> {
  __apiType?: TypedDocumentNode<Result, Variables>['__apiType'];
  __meta__?: Record<string, unknown> | undefined;
  toString(): string;
}

interface Answer<Result> {
  data?: Result | null;
  errors?: readonly { message: string; extensions?: { code?: string } }[];
}

/**
 * Sends one document to the server. A build sends the document's hash, because the server has the text; development sends the
 * text itself, which may be newer than the server. `asOf` among the variables is the past day that the request reads. Throws the
 * errors of errors.ts.
 */
export async function request<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const hash = document.__meta__?.['hash'];
  const { asOf, ...sent } = variables as { asOf?: string };
  const body =
    typeof hash === 'string' && import.meta.env.PROD
      ? { persisted: true, query: hash, variables: sent }
      : { query: document.toString(), variables: sent };
  const path = endpoint('graphql') + (asOf === undefined ? '' : `?as_of=${asOf}`);
  const answer = await sendJson<Answer<Result>>(path, { method: 'POST', body, signal }).catch((error: unknown) => {
    // Queries return null for missing objects; only a whole document can be missing.
    throw error instanceof NotFoundError ? new GraphQLRequestError([error.message], true) : error;
  });
  const errors = answer.errors ?? [];
  if (errors.length > 0) {
    if (errors.some((error) => error.extensions?.code === 'UNAUTHENTICATED'))
      throw new UnauthenticatedError(errors[0]?.message);
    throw new GraphQLRequestError(errors.map((error) => error.message));
  }
  return answer.data as Result;
}

/** The nodes of a connection without the nulls that the schema permits. */
export function present<Node>(nodes: readonly (Node | null)[] | null | undefined): Node[] {
  return (nodes ?? []).filter((node) => node !== null);
}

/** The value under this name in a mutation's payload. Throws ChangeRefusedError with the server's messages if it is null. */
export function accepted<Payload extends { errors: readonly string[] }, Name extends keyof Payload>(
  payload: Payload | null | undefined,
  name: Name,
): NonNullable<Payload[Name]> {
  const value = payload?.[name];
  if (value === null || value === undefined) throw new ChangeRefusedError(payload?.errors ?? []);
  return value;
}

/** The same for a payload whose fields are not needed. */
export function refuseUnlessDone(payload: { errors: readonly string[] } | null | undefined): void {
  if (!payload || payload.errors.length > 0) throw new ChangeRefusedError(payload?.errors ?? []);
}
