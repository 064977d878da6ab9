import { DomainError, sentencesOf, ValidationError, type ErrorKind } from '@milepost/core/errors';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { Context } from '../context.ts';
import { builder } from './builder.ts';

type Args<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

/**
 * A mutation in the common form: one `input` named after it with an optional `clientMutationId`, a payload with `errors` and the
 * given fields. Errors that the user can fix (validation, conflict) are returned in `errors`; missing or forbidden objects are
 * a top-level error, as existing clients expect.
 */
export function mutation<Fields extends InputFieldMap, Result extends object>(
  name: string,
  options: {
    description?: string;
    /**
     * The prefix of the input and payload types, if it is not the capitalized name of the mutation: `UpdateIssue` for
     * `UpdateIssueInput` and `UpdateIssuePayload`. Two published inputs begin with a small letter; payloads never do.
     */
    typeName?: string;
    input: (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => Fields;
    /** Fields of the payload, resolved from the result of `resolve`; null when there are errors. */
    payload: (t: PayloadFields<Result>) => Record<string, unknown>;
    resolve: (input: Args<Fields>, ctx: Context) => Promise<Result>;
    /** The errors of a result, for bulk changes in which single changes may be refused. */
    errorsOf?: (result: Result) => string[];
  },
): void {
  const typeName = options.typeName ?? capitalised(name);
  const Input = builder.inputType(`${typeName}Input`, {
    fields: (t) => ({ ...options.input(t), clientMutationId: t.string() }),
  });
  const Payload = builder.objectRef<PayloadShape<Result>>(`${capitalised(typeName)}Payload`).implement({
    fields: (t) => ({
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
      errors: t.exposeStringList('errors'),
      ...options.payload(t as never),
    }),
  });
  builder.mutationField(name, (t) =>
    t.field({
      type: Payload,
      nullable: true,
      ...(options.description && { description: options.description }),
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: async (_root, args, ctx) => {
        const { input } = args as unknown as { input: object };
        const { clientMutationId = null } = input as { clientMutationId?: string | null };
        try {
          const result = await options.resolve(input as Args<Fields>, ctx);
          return { clientMutationId, errors: options.errorsOf?.(result) ?? [], result };
        } catch (error) {
          const errors = reportable(error);
          if (!errors) throw error;
          return { clientMutationId, errors, result: null };
        }
      },
    }),
  );
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export interface PayloadShape<Result> {
  clientMutationId: string | null;
  errors: string[];
  result: Result | null;
}
/** The field builder of a payload, as Pothos gives it. */
export type PayloadFields<Result> = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<PayloadShape<Result>>>['implement']>[0]['fields']>
>[0];

const reported: ReadonlySet<ErrorKind> = new Set(['invalid', 'conflict', 'unprocessable'] as const);

function reportable(error: unknown): string[] | null {
  if (error instanceof ValidationError) return sentencesOf(error.fields);
  if (!(error instanceof DomainError)) return null;
  return reported.has(error.kind) ? [error.message] : error.publicMessage ? [error.publicMessage] : null;
}
