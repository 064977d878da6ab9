import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { addWidget } from './widgets.ts';

/** Types without objects: published documents select them, but Milepost does not have the features. */
interface Nothing {
  readonly isNothing: never;
}

const OrganizationRef = builder.objectRef<Nothing>('CustomerRelationsOrganization');
const ContactRef = builder.objectRef<Nothing>('CustomerRelationsContact');
const ContactConnection = connectionType('CustomerRelationsContact', ContactRef);
const LinkedResourceRef = builder.objectRef<Nothing>('WorkItemLinkedResource');
const LinkedResourceConnection = connectionType('WorkItemLinkedResource', LinkedResourceRef);

/**
 * Widgets of work items that published documents query by name. No type of work item has them: `widgets` leaves them out,
 * and `features` has null for each.
 */
export function addUnbackedWidgets(): void {
  addContacts();
  addWidget('PROGRESS', {
    name: 'Progress',
    types: [],
    fields: (t) => ({
      progress: t.int({ nullable: true, resolve: () => null }),
      updatedAt: t.field({ type: 'Time', nullable: true, resolve: () => null }),
    }),
    definition: (t) => ({ showPopover: t.boolean({ resolve: () => false }) }),
  });
  addWidget('ERROR_TRACKING', {
    name: 'ErrorTracking',
    types: [],
    fields: (t) => ({ identifier: t.field({ type: 'BigInt', nullable: true, resolve: () => null }) }),
  });
  LinkedResourceRef.implement({
    description: 'An external page linked to a work item',
    fields: (t) => ({ url: t.string({ resolve: () => '' }) }),
  });
  addWidget('LINKED_RESOURCES', {
    name: 'LinkedResources',
    types: [],
    fields: (t) => ({
      linkedResources: t.field({
        type: LinkedResourceConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: (_widget, args) => pageOfWhole<Nothing>([], args),
      }),
    }),
  });
}

function addContacts(): void {
  OrganizationRef.implement({
    description: 'An organization of customers',
    fields: (t) => ({
      id: t.id({ resolve: () => '' }),
      name: t.string({ resolve: () => '' }),
      description: t.string({ nullable: true, resolve: () => null }),
      defaultRate: t.float({ nullable: true, resolve: () => null }),
    }),
  });
  ContactRef.implement({
    description: 'A customer',
    fields: (t) => ({
      id: t.id({ resolve: () => '' }),
      firstName: t.string({ resolve: () => '' }),
      lastName: t.string({ resolve: () => '' }),
      email: t.string({ nullable: true, resolve: () => null }),
      phone: t.string({ nullable: true, resolve: () => null }),
      description: t.string({ nullable: true, resolve: () => null }),
      organization: t.field({ type: OrganizationRef, nullable: true, resolve: () => null }),
    }),
  });
  addWidget('CRM_CONTACTS', {
    name: 'CrmContacts',
    types: [],
    fields: (t) => ({
      contactsAvailable: t.boolean({ resolve: () => false }),
      contacts: t.field({
        type: ContactConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: (_widget, args) => pageOfWhole<Nothing>([], args),
      }),
    }),
    definition: (t) => ({ contactsAvailable: t.boolean({ resolve: () => false }) }),
  });
}
