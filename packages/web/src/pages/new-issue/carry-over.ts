import type { QueryClient } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { type CustomFieldView, groupFieldsQuery } from '../../modules/custom-fields/api.ts';
import type { FieldText } from '../../modules/custom-fields/FieldEditor.tsx';
import { isOfType, type NewFieldTexts } from '../../modules/custom-fields/NewFields.tsx';
import { labelChoices, type ShownLabel } from '../../modules/labels/api.ts';
import type { OptionsFor } from '../../modules/work-items/sidebar/fixed-options.ts';
import {
  epicsOf,
  milestonesOf,
  type OptionOf,
  peopleOf,
  type ShownEpic,
  type ShownMilestone,
  type ShownPerson,
} from '../../modules/work-items/sidebar/options.tsx';

/** The values of the form that belong to its project. */
export interface ProjectValues {
  type: string;
  people: ShownPerson[];
  labels: ShownLabel[];
  milestone: ShownMilestone | null;
  parent: ShownEpic | null;
  fieldTexts: NewFieldTexts;
}

export interface CarriedOver {
  values: Omit<ProjectValues, 'type'>;
  /** The names of the values that the project does not have. */
  dropped: string[];
}

export const groupPathOf = (projectPath: string): string => projectPath.slice(0, projectPath.lastIndexOf('/'));

/** The values by their names in another project. Throws if the server cannot be asked. */
export async function carryOver(
  client: QueryClient,
  values: ProjectValues,
  fields: readonly CustomFieldView[],
  projectPath: string,
): Promise<CarriedOver> {
  const home: NamespaceRef = { kind: 'project', fullPath: projectPath };
  const dropped: string[] = [];
  const keep = async <Shown>(name: string, find: () => Promise<Shown | undefined>): Promise<Shown[]> => {
    const found = await find();
    if (found === undefined) dropped.push(name);
    return found === undefined ? [] : [found];
  };
  const [people, labels, milestones, parents, fieldTexts] = await Promise.all([
    Promise.all(
      values.people.map((person) =>
        keep(person.name, async () =>
          (await shown<ShownPerson>(client, peopleOf(home), person.username)).find(
            ({ username }) => username === person.username,
          ),
        ),
      ),
    ),
    Promise.all(
      values.labels.map((label) =>
        keep(label.title, async () =>
          (await client.fetchQuery(labelChoices(home, label.title))).find(({ title }) => title === label.title),
        ),
      ),
    ),
    values.milestone === null
      ? []
      : keep(values.milestone.title, async () =>
          (await shown<ShownMilestone>(client, milestonesOf(home), values.milestone?.title ?? '')).find(
            ({ title }) => title === values.milestone?.title,
          ),
        ),
    values.parent === null
      ? []
      : keep(values.parent.title, async () =>
          (await shown<ShownEpic>(client, epicsOf(home), values.parent?.title ?? '')).find(
            ({ id }) => id === values.parent?.id,
          ),
        ),
    carryFields(client, values, fields, groupPathOf(projectPath), dropped),
  ]);
  return {
    values: {
      people: people.flat(),
      labels: labels.flat(),
      milestone: milestones[0] ?? null,
      parent: parents[0] ?? null,
      fieldTexts,
    },
    dropped,
  };
}

async function shown<Shown>(client: QueryClient, options: OptionsFor, search: string): Promise<Shown[]> {
  const { queryKey, queryFn } = options(search);
  const found = await client.fetchQuery({ queryKey, ...(queryFn && { queryFn }) });
  return found.map((option) => (option as OptionOf<Shown>).shown);
}

async function carryFields(
  client: QueryClient,
  { type, fieldTexts }: ProjectValues,
  before: readonly CustomFieldView[],
  groupPath: string,
  dropped: string[],
): Promise<NewFieldTexts> {
  const filled = before.filter(({ id }) => {
    const { chosen = [], text = '' } = fieldTexts[id] ?? {};
    return chosen.length > 0 || text.trim() !== '';
  });
  if (filled.length === 0) return {};
  const { fields } = await client.fetchQuery(groupFieldsQuery(groupPath));
  const carried: Record<string, FieldText> = {};
  for (const field of filled) {
    const text = fieldTexts[field.id];
    const after = fields.find(
      (each) => isOfType(each, type) && each.name === field.name && each.fieldType === field.fieldType,
    );
    if (!text || !after) {
      dropped.push(field.name);
      continue;
    }
    const names = field.selectOptions.filter(({ id }) => text.chosen.includes(id)).map(({ value }) => value);
    const found = after.selectOptions.filter(({ value }) => names.includes(value));
    dropped.push(
      ...names.filter((name) => !found.some(({ value }) => value === name)).map((name) => `${field.name}: ${name}`),
    );
    carried[after.id] = { ...text, chosen: found.map(({ id }) => id) };
  }
  return carried;
}
