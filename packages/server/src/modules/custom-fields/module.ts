import type { Module } from '../../platform/rooms/module.ts';
import { plugIn } from '../work-items/sockets.ts';
import { customFieldFilter } from './filter.ts';
import { mutateCustomFields } from './graphql/mutations.ts';
import { showCustomFieldValues } from './graphql/values.ts';
import { describeCustomFields } from './graphql.ts';
import { plugInGraphqlFields } from './graphql/fields.ts';
import { plugInCustomFields } from './rest/fields.ts';
import { customFieldsWidget } from './widget.ts';

export const customFieldsModule: Module = {
  name: 'custom-fields',
  extendSchema() {
    describeCustomFields();
    showCustomFieldValues();
    mutateCustomFields();
  },
  plugIn() {
    plugIn({ widgets: [customFieldsWidget], filters: [customFieldFilter] });
    plugInCustomFields();
    plugInGraphqlFields();
  },
};
