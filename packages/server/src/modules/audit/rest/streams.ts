import type { AuditStreamId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import {
  createStream,
  findStream,
  listStreams,
  removeStream,
  updateStream,
  type StreamOwner,
} from '../commands/streams.ts';
import type { AuditStream } from '../store/streams.ts';

const newInput = Type.Object({
  url: Type.String({ description: 'Receives each event by POST' }),
  name: Type.Optional(Type.String({ description: 'The host of the URL by default' })),
});
const changeInput = Type.Object({ name: Type.String() });

type Params = Readonly<Record<string, string>>;
const owners: readonly {
  path: string;
  of: string;
  find: (ctx: Context, params: Params) => Promise<StreamOwner>;
}[] = [
  { path: '/audit_event_streams', of: 'the installation', find: () => Promise.resolve(null) },
  {
    path: '/groups/:id/audit_event_streams',
    of: 'a group and everything below it',
    find: (ctx, params) => findVisibleGroup(ctx, params['id'] ?? ''),
  },
];

/** Milepost extension: destinations that receive audit events. */
export function addStreamRoutes(routes: Routes): void {
  const about = { tags: ['audit events'], signedIn: true, access: 'write' } as const;
  for (const { path, of, find } of owners) {
    const idIn = (params: Params) => idParam(params, 'audit_event_stream_id') as AuditStreamId;
    const one = `${path}/:audit_event_stream_id`;
    routes.get(
      path,
      { ...about, summary: `Milepost extension. The destinations of audit events of ${of}` },
      async ({ params }, ctx) => (await listStreams(ctx, await find(ctx, params))).map(present),
    );
    routes.post(
      path,
      { ...about, summary: 'Milepost extension. Add a destination; its secrets are shown once', input: newInput },
      async ({ params, input }, ctx) => {
        const { stream, secrets } = await createStream(ctx, await find(ctx, params), { name: '', ...input });
        return {
          ...present(stream),
          verification_token: secrets.verificationToken,
          signing_secret: secrets.signingSecret,
        };
      },
    );
    routes.get(one, { ...about, summary: 'Milepost extension. One destination' }, async ({ params }, ctx) =>
      present(await findStream(ctx, await find(ctx, params), idIn(params))),
    );
    routes.put(
      one,
      { ...about, summary: 'Milepost extension. Rename a destination', input: changeInput },
      async ({ params, input }, ctx) => present(await updateStream(ctx, await find(ctx, params), idIn(params), input)),
    );
    routes.delete(one, { ...about, summary: 'Milepost extension. Remove a destination' }, async ({ params }, ctx) =>
      removeStream(ctx, await find(ctx, params), idIn(params)),
    );
  }
}

function present(stream: AuditStream) {
  return {
    id: stream.id,
    name: stream.name,
    url: stream.url,
    created_at: stream.createdAt.toISOString(),
    waiting: stream.waiting,
    delivered_at: stream.deliveredAt?.toISOString() ?? null,
    failure: stream.failure,
  };
}
