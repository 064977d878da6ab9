import {
  customFieldProblems,
  isSelect,
  exceededLimit,
  type CustomFieldDraft,
  type CustomFieldType,
} from '@milepost/core/fields/custom-fields';
import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { CustomFieldId } from '@milepost/core/ids';
import { workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { requireIncluded } from '../entitlements/policy.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { customFieldPolicy } from './policy.ts';
import {
  customFieldsById,
  insertCustomField,
  lockActiveFields,
  lockCustomField,
  replaceOptions,
  saveCustomField,
  type CustomField,
  type WantedOption,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'customField.created': { customFieldId: CustomFieldId };
    'customField.updated': { customFieldId: CustomFieldId };
    'customField.archived': { customFieldId: CustomFieldId };
    'customField.unarchived': { customFieldId: CustomFieldId };
  }
}

export interface NewCustomField {
  name: string;
  fieldType: CustomFieldType;
  /** Of a select field, in order. */
  options?: readonly WantedOption[] | null | undefined;
  workItemTypes?: readonly WorkItemType[] | null | undefined;
}

/** The changeable properties of a field; its type is fixed. An omitted one stays unchanged. */
export type CustomFieldChange = Partial<Omit<NewCustomField, 'fieldType'>>;

/**
 * Defines a field for the work items of a top-level group and everything below it. Throws ConflictError when a
 * limit is reached, and ValidationError for an invalid field or a name that is taken.
 */
export async function createCustomField(ctx: Context, group: Namespace, wanted: NewCustomField): Promise<CustomField> {
  ctx.require(customFieldPolicy.manage, group);
  requireIncluded(group, 'custom_fields');
  if (group.parentId !== null) throw new ValidationError({ namespace: ['must be a root group.'] });
  const { name, options } = checked(wanted);
  const types = inTheirOrder(wanted.workItemTypes ?? []);
  const id = await ctx.transaction(async (trx) => {
    await refuseOverLimit(trx, group, types);
    const made = await insertCustomField(trx, {
      namespaceId: group.id,
      name,
      fieldType: wanted.fieldType,
      workItemTypes: types,
      createdById: ctx.viewer.id,
      updatedById: ctx.viewer.id,
    });
    if (made === null) throw nameTaken();
    // Ids in the input belong to other fields, so they are ignored.
    await replaceOptions(
      trx,
      made,
      options.map(({ value }) => ({ value })),
    );
    trx.announce({ name: 'customField.created', namespaceId: group.id, data: { customFieldId: made } });
    return made;
  });
  return loaded(ctx, id);
}

/** Changes the given properties. Omitted options are deleted, together with their values on work items. */
export async function updateCustomField(
  ctx: Context,
  id: CustomFieldId,
  change: CustomFieldChange,
): Promise<CustomField> {
  await ctx.transaction(async (trx) => {
    const { field, group } = await lockManaged(ctx, trx, id);
    const { name, options } = checked({
      name: change.name ?? field.name,
      fieldType: field.fieldType,
      options: change.options ?? field.options,
    });
    const types = inTheirOrder(change.workItemTypes ?? field.workItemTypes);
    const added = types.filter((type) => !field.workItemTypes.includes(type));
    if (field.archivedAt === null && added.length > 0) await refuseOverLimit(trx, group, added, id);
    if (!(await saveCustomField(trx, id, { name, workItemTypes: types, updatedById: ctx.viewer.id }))) {
      throw nameTaken();
    }
    if (change.options && isSelect(field.fieldType)) await replaceOptions(trx, id, known(options, field));
    trx.announce({ name: 'customField.updated', namespaceId: group.id, data: { customFieldId: id } });
  });
  return loaded(ctx, id);
}

/** Archives a field: work items keep their values but no longer show them. */
export function archiveCustomField(ctx: Context, id: CustomFieldId): Promise<CustomField> {
  return setArchived(ctx, id, true);
}

/** Unarchives a field with its values. Throws ConflictError when a limit is reached. */
export function unarchiveCustomField(ctx: Context, id: CustomFieldId): Promise<CustomField> {
  return setArchived(ctx, id, false);
}

async function setArchived(ctx: Context, id: CustomFieldId, isArchived: boolean): Promise<CustomField> {
  await ctx.transaction(async (trx) => {
    const { field, group } = await lockManaged(ctx, trx, id);
    if ((field.archivedAt !== null) === isArchived) return;
    if (!isArchived) await refuseOverLimit(trx, group, field.workItemTypes);
    await saveCustomField(trx, id, { archivedAt: isArchived ? new Date() : null, updatedById: ctx.viewer.id });
    const name = isArchived ? 'customField.archived' : 'customField.unarchived';
    trx.announce({ name, namespaceId: group.id, data: { customFieldId: id } });
  });
  return loaded(ctx, id);
}

async function lockManaged(
  ctx: Context,
  trx: Trx,
  id: CustomFieldId,
): Promise<{ field: CustomField; group: Namespace }> {
  const field = await lockCustomField(trx, id);
  const group = field && (await namespaceById(trx, field.namespaceId));
  if (!field || !group || !ctx.can(customFieldPolicy.read, group)) throw new NotFoundError('Custom field');
  ctx.require(customFieldPolicy.manage, group);
  requireIncluded(group, 'custom_fields');
  return { field, group };
}

/** `known`: an existing field that is only added to more types. */
async function refuseOverLimit(
  trx: Trx,
  group: Namespace,
  added: readonly WorkItemType[],
  known?: CustomFieldId,
): Promise<void> {
  const active = (await lockActiveFields(trx, group.id)).filter(({ id }) => id !== known);
  const refusal = exceededLimit(active, added);
  if (refusal !== null) throw new ConflictError(refusal);
}

function checked(wanted: NewCustomField): Omit<CustomFieldDraft, 'options'> & { options: WantedOption[] } {
  const name = wanted.name.trim();
  const options = (wanted.options ?? []).map((option) => ({ ...option, value: option.value.trim() }));
  const draft = { name, fieldType: wanted.fieldType };
  const problems = customFieldProblems({ ...draft, options: options.map(({ value }) => value) });
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { ...draft, options };
}

/** An id that is not one of the field's creates a new option. */
function known(options: readonly WantedOption[], field: CustomField): WantedOption[] {
  const ids = new Set(field.options.map(({ id }) => id));
  return options.map(({ id, value }) => (id !== undefined && ids.delete(id) ? { id, value } : { value }));
}

function inTheirOrder(types: readonly WorkItemType[]): WorkItemType[] {
  return workItemTypes.filter((type) => types.includes(type));
}

function nameTaken(): ValidationError {
  return new ValidationError({ name: ['has already been taken'] });
}

async function loaded(ctx: Context, id: CustomFieldId): Promise<CustomField> {
  const field = await ctx.load(customFieldsById, id);
  if (!field) throw new NotFoundError('Custom field');
  return field;
}
