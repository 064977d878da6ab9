import { givenSelects, selectFieldNames, selectFields, selectValuesOf } from '@milepost/core/select-fields';
import type { WorkItemType } from '@milepost/core/work-items';
import { Type, type TProperties } from 'typebox';
import { plugInRest, type RestFace } from './plugs.ts';

const typesOf: Readonly<Record<RestFace, readonly WorkItemType[]>> = {
  epic: ['epic'],
  issue: ['issue', 'incident', 'task'],
};

/** The select fields of epics and issues over REST: shown and written. */
export function plugInRestSelectFields(): void {
  for (const face of ['epic', 'issue'] as const) {
    plugInRest({
      name: `select-fields of ${face}s`,
      faces: [face],
      show: (_ctx, item) => selectValuesOf(item.type, item),
      write: { words: propertiesOf(face), read: givenSelects },
    });
  }
}

function propertiesOf(face: RestFace): TProperties {
  const shown = selectFieldNames.filter((name) =>
    (selectFields[name].types as readonly WorkItemType[]).some((type) => typesOf[face].includes(type)),
  );
  return Object.fromEntries(
    shown.map((name) => {
      const { values, description } = selectFields[name];
      return [name, Type.Optional(Type.Enum([...values], { description: `Milepost extension. ${description}.` }))];
    }),
  );
}
