import type { Module } from '../../platform/module.ts';
import { plugInReference } from '../../platform/references.ts';
import { plugIn } from '../work-items/sockets.ts';
import { byLabelPriority, labelFilter } from './filter.ts';
import { extendSchema } from './graphql.ts';
import { labelReferences } from './reference.ts';
import { plugInRestFields } from './rest-fields.ts';
import { addPlaceRoutes } from './rest-places.ts';
import { addRoutes } from './rest.ts';
import { labelsWidget } from './widget.ts';

export const labelsModule: Module = {
  name: 'labels',
  extendSchema,
  addRoutes,
  addPlaceRoutes,
  plugIn() {
    plugIn({ widgets: [labelsWidget], filters: [labelFilter], orders: { labelPriority: byLabelPriority } });
    plugInReference(labelReferences);
    plugInRestFields();
  },
};
