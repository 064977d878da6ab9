import { request, type GraphQLDocument } from '../../../platform/api/graphql.ts';
import { session } from '../../../platform/session/session.ts';

/** Whether this page was opened through a public link: it reads from the link alone, and changes nothing. */
export const isBehindLink = (): boolean => session().sharedRoadmap !== null;

/** Sends the roadmap's queries: by GraphQL, or by the limited endpoints of a public link, whose code other pages do not load. */
export async function requestRoadmap<Result, Variables>(
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  if (!isBehindLink()) return request(document, variables, signal);
  const { requestByLink } = await import('./request-by-link.ts');
  return requestByLink(document, variables, signal);
}
