import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { AuditStreamId } from '@milepost/core/ids';
import { webhookProblems } from '@milepost/core/webhooks';
import { recordAudit } from '../../../platform/audit.ts';
import type { AuditKind } from '@milepost/core/accounts/audit';
import type { Context, Trx } from '../../../platform/context.ts';
import { destinationProblem } from '../../../platform/network/public-addresses.ts';
import type { SealedColumn } from '../../../platform/sealing/rotate.ts';
import { seal, unseal, type Vault } from '../../../platform/sealing/sealing.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { auditPolicy, mayReadInstanceLog } from '../policy.ts';
import {
  deleteStream,
  insertStream,
  lockStreams,
  renameStream,
  streamOf,
  streamsOf,
  type AuditStream,
} from '../store/streams.ts';

/** Maximum number of destinations of a group, and of the installation. */
export const MAX_AUDIT_STREAMS = 5;

/** The group whose events are sent, with everything below it; null: the installation. */
export type StreamOwner = Namespace | null;

export interface StreamSecrets {
  /** Sent with each event, so that the destination knows the sender. */
  verificationToken: string;
  /** The key of the signatures; it is not sent. */
  signingSecret: string;
}

const PURPOSE = 'audit stream';
export const sealedStreams: SealedColumn = { table: 'audit_streams', column: 'sealed_secrets', purpose: PURPOSE };

export async function secretsOf(vault: Vault, sealed: Buffer): Promise<StreamSecrets> {
  return JSON.parse(await unseal(vault, PURPOSE, sealed)) as StreamSecrets;
}

/** Owners of a group, and administrators. Throws ForbiddenError. */
function requireOwner(ctx: Context, owner: StreamOwner): void {
  if (owner) ctx.require(auditPolicy.read, owner);
  else if (!mayReadInstanceLog(ctx.viewer)) throw new ForbiddenError();
}

export async function listStreams(ctx: Context, owner: StreamOwner): Promise<AuditStream[]> {
  requireOwner(ctx, owner);
  return streamsOf(ctx.db, owner?.id ?? null);
}

/** Throws NotFoundError. */
export async function findStream(ctx: Context, owner: StreamOwner, id: AuditStreamId): Promise<AuditStream> {
  requireOwner(ctx, owner);
  const stream = await streamOf(ctx.db, owner?.id ?? null, id);
  if (!stream) throw new NotFoundError('Audit stream');
  return stream;
}

/** Adds a destination, and returns its secrets, which are shown once. Throws ForbiddenError or ValidationError. */
export async function createStream(
  ctx: Context,
  owner: StreamOwner,
  { name, url }: { name: string; url: string },
): Promise<{ stream: AuditStream; secrets: StreamSecrets }> {
  requireOwner(ctx, owner);
  const isReadable = URL.canParse(url);
  const problems = webhookProblems({ url }) ?? (isReadable ? null : { url: ['must be a valid URL of http or https'] });
  if (problems) throw new ValidationError(problems);
  const problem = ctx.services.webhooksAllowLocal ? null : await destinationProblem(new URL(url));
  if (problem !== null) throw new ValidationError({ url: [problem] });
  const secrets = { verificationToken: randomLetters(24), signingSecret: randomLetters(43) };
  return ctx.transaction(async (trx) => {
    await lockStreams(trx);
    if ((await streamsOf(trx, owner?.id ?? null)).length >= MAX_AUDIT_STREAMS)
      throw new ValidationError({ base: [`There can be at most ${MAX_AUDIT_STREAMS} streams`] });
    const id = await insertStream(trx, {
      namespaceId: owner?.id ?? null,
      name: nameOf(name) ?? new URL(url).host,
      url,
      sealedSecrets: await seal({ db: trx, secret: ctx.services.secret }, PURPOSE, JSON.stringify(secrets)),
      createdById: ctx.viewer.id,
    });
    const stream = await findStream(ctx.within(trx), owner, id);
    await record(ctx, trx, {
      owner,
      stream,
      kind: 'audit_stream_created',
      what: 'Added a destination of audit events',
    });
    return { stream, secrets };
  });
}

export async function updateStream(
  ctx: Context,
  owner: StreamOwner,
  id: AuditStreamId,
  { name: text }: { name: string },
): Promise<AuditStream> {
  return ctx.transaction(async (trx) => {
    const stream = await findStream(ctx.within(trx), owner, id);
    const name = nameOf(text);
    if (name === null) throw new ValidationError({ name: ["can't be blank"] });
    await renameStream(trx, id, name);
    const what = { change: 'name', from: stream.name, to: name };
    await record(ctx, trx, { owner, stream, kind: 'audit_stream_updated', what });
    return { ...stream, name };
  });
}

export async function removeStream(ctx: Context, owner: StreamOwner, id: AuditStreamId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const stream = await findStream(ctx.within(trx), owner, id);
    await record(ctx, trx, {
      owner,
      stream,
      kind: 'audit_stream_deleted',
      what: 'Removed a destination of audit events',
    });
    await deleteStream(trx, id);
  });
}

function nameOf(text: string): string | null {
  const name = text.trim();
  if (name.length > 255) throw new ValidationError({ name: ['is too long (maximum is 255 characters)'] });
  return name === '' ? null : name;
}

/** The host, without the path, which may be a secret. */
async function record(
  ctx: Context,
  trx: Trx,
  {
    owner,
    stream,
    kind,
    what,
  }: {
    owner: StreamOwner;
    stream: AuditStream;
    kind: AuditKind;
    what: string | { change: string; from: string; to: string };
  },
): Promise<void> {
  const target = { type: 'AuditStream', id: stream.id, details: new URL(stream.url).host };
  await recordAudit(trx, ctx, { kind, of: owner && { namespace: owner }, target, what });
}
