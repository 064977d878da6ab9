import {
  givenSelects,
  selectDescription,
  selectFields,
  selectFieldsOf,
  selectValuesOf,
} from '@milepost/core/fields/select-fields';
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
      write: { properties: propertiesOf(face), read: givenSelects },
    });
  }
}

function propertiesOf(face: RestFace): TProperties {
  return Object.fromEntries(
    selectFieldsOf(...typesOf[face]).map((name) => {
      const description = selectDescription(name);
      return [name, Type.Optional(Type.Enum([...selectFields[name].values], { description }))];
    }),
  );
}
