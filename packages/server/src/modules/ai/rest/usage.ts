import { Readable } from 'node:stream';
import { ForbiddenError } from '@milepost/core/errors';
import { csvLine } from '@milepost/core/text/csv';
import { Type } from 'typebox';
import { recordAudit, recordExport } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { asDownload } from '../../../platform/rest/download.ts';
import { KeysetPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { decodeCursor } from '../../../platform/cursors.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { aiCallsPolicy, mayReadAllCalls } from '../policy.ts';
import { callsAfter, type CallsOf, type ListedCall } from '../store.ts';

const tags = ['assistant'];
const MAX_PER_PAGE = 100;
const listInput = Type.Object({
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE, default: 20 })),
  cursor: Type.Optional(Type.String()),
});

const logs: readonly {
  path: string;
  of: string;
  find: (ctx: Context, id: string) => Promise<Namespace | null>;
}[] = [
  {
    path: '/ai/usage',
    of: 'the installation',
    find({ viewer }) {
      if (!mayReadAllCalls(viewer)) throw new ForbiddenError();
      return Promise.resolve(null);
    },
  },
  {
    path: '/groups/:id/ai/usage',
    of: 'a group and everything below it',
    async find(ctx, id) {
      const group = await findVisibleGroup(ctx, id);
      ctx.require(aiCallsPolicy.read, group);
      return group;
    },
  },
];

/** The log of calls of the assistant: lists and CSV. It has neither prompts nor answers. */
export function addUsageRoutes(routes: Routes): void {
  for (const { path, of, find } of logs) {
    routes.get(
      path,
      {
        summary: `The calls of the assistant in ${of}, newest first (Milepost extension)`,
        tags,
        signedIn: true,
        input: listInput,
      },
      async ({ params, input }, ctx) => {
        const group = await find(ctx, params['id'] ?? '');
        const { per_page: limit = 20, cursor } = input;
        const found = await callsAfter(ctx.db, rangeOf(group), {
          limit,
          isBackward: false,
          cursor: cursor === undefined ? null : decodeCursor(cursor),
        });
        const last = found.length > limit ? found[limit - 1] : undefined;
        return new KeysetPage(found.slice(0, limit).map(present), last ? [last.id] : null);
      },
    );
    routes.get(
      `${path}.csv`,
      { summary: `The calls of the assistant in ${of} as CSV (Milepost extension)`, tags, signedIn: true },
      async ({ params, reply }, ctx) => {
        const group = await find(ctx, params['id'] ?? '');
        const what = 'the usage log of the assistant as CSV';
        if (group) await recordExport(ctx, group, what);
        else await recordAudit(ctx.db, ctx, { kind: 'exported', of: null, what: `Exported ${what}` });
        void asDownload(reply, 'text/csv; charset=utf-8', `${group?.path ?? 'installation'}-assistant-usage.csv`);
        return Readable.from(csvLines(ctx, rangeOf(group)), { objectMode: false });
      },
    );
  }
}

const rangeOf = (group: Namespace | null): CallsOf => group && { traversalIds: group.scope.traversalIds };

function present(call: ListedCall) {
  return {
    id: call.id,
    created_at: call.createdAt.toISOString(),
    user: {
      id: call.userId,
      username: call.username,
      name: call.name,
      ...(call.isServiceAccount && { service_account: true }),
    },
    namespace_path: call.namespacePath,
    feature: call.feature,
    model: call.model,
    tokens_in: call.tokensIn,
    tokens_out: call.tokensOut,
    duration_ms: call.durationMs,
    result: call.result,
  };
}

const SLICE = 500;
const heads = [
  'ID',
  'Time (UTC)',
  'Username',
  'Group or project',
  'Feature',
  'Model',
  'Tokens in',
  'Tokens out',
  'Duration (ms)',
  'Result',
];

async function* csvLines({ db }: Context, of: CallsOf): AsyncGenerator<string> {
  yield csvLine(heads);
  let cursor: readonly unknown[] | null = null;
  do {
    const found: ListedCall[] = await callsAfter(db, of, { limit: SLICE, isBackward: false, cursor });
    yield found.slice(0, SLICE).map(lineOf).join('');
    const last = found.length > SLICE ? found[SLICE - 1] : undefined;
    cursor = last ? [last.id] : null;
  } while (cursor !== null);
}

function lineOf(call: ListedCall): string {
  const { id, createdAt, username, namespacePath, feature, model, tokensIn, tokensOut, durationMs, result } = call;
  return csvLine([
    String(id),
    createdAt.toISOString(),
    username,
    namespacePath ?? '',
    feature,
    model,
    ...[tokensIn, tokensOut, durationMs].map(String),
    result,
  ]);
}
