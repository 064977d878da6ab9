import { createMemoryHistory } from '@tanstack/history';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { endpoint } from '../platform/api/endpoints.ts';
import { connectNavigation } from '../platform/navigation/navigation.ts';
import { makeQueryClient, Providers } from '../app/providers.tsx';
import { Router } from '../platform/navigation/router.ts';
import { RouterContext } from '../platform/navigation/router-context.ts';
import { ToastRegion } from '../ui/overlay/Toast.tsx';

/** A request received by the fake server. */
export interface Asked {
  method: string;
  url: string;
  /** The name of the GraphQL operation, for GraphQL requests. */
  operation: string | null;
  body: unknown;
}

/** A response: JSON with 200, a status with JSON, or a complete Response. */
export type Answer = (asked: Asked) => unknown;

/** A response with server-sent events, which end with `[DONE]`. */
export function events(...values: readonly object[]): Response {
  const data = [...values.map((value) => JSON.stringify(value)), '[DONE]'];
  return new Response(data.map((each) => `data: ${each}\n\n`).join(''));
}

/** An error response that an Answer can return. */
export class Status {
  constructor(
    readonly status: number,
    readonly body: unknown = {},
  ) {}
}

/**
 * A fake server: `answers` are keyed by `GET /path` (without parameters) or by the name of a GraphQL operation. Returns the
 * list of requests. Anything without an answer is a 404.
 */
export function fakeServer(answers: Readonly<Record<string, Answer>>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
    const query = url === endpoint('graphql') ? (body as { query: string }).query : '';
    const operation = /(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? null;
    const request = { method, url, operation, body };
    asked.push(request);
    const answer = answers[operation ?? `${method} ${url.split('?')[0]}`];
    const found = answer ? answer(request) : new Status(404, { message: '404 Not found' });
    const value = await found;
    if (value instanceof Error) throw value;
    if (value instanceof Response) return value;
    const { status, body: json } =
      value instanceof Status ? value : { status: 200, body: operation ? { data: value } : value };
    const count = Array.isArray(json) ? { 'x-total': String(json.length) } : undefined;
    return new Response(status === 204 ? null : JSON.stringify(json), { status, ...(count ? { headers: count } : {}) });
  });
  return asked;
}

/** Renders an element with all providers that pages need, at a URL. Returns the user, the current URL and the cache. */
export async function renderAt(path: string, element: ReactNode) {
  const router = new Router({ history: createMemoryHistory({ initialEntries: [path] }) });
  connectNavigation({ navigate: (href, options) => router.navigate(href, options), prepare: () => undefined });
  await router.start();
  const client = makeQueryClient();
  render(
    <Providers client={client}>
      <RouterContext value={router}>{element}</RouterContext>
      <ToastRegion />
    </Providers>,
  );
  return { user: userEvent.setup(), address: () => router.history.location.href, router, client };
}
