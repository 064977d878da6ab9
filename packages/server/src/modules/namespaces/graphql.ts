import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { Namespace } from './store.ts';

export const GroupRef = builder.objectRef<Namespace>('Group');
export const ProjectRef = builder.objectRef<Namespace>('Project');
/** The face that groups and projects share. */
export const NamespaceRef = builder.objectRef<Namespace>('Namespace');
export const GroupConnection = connectionType('Group', GroupRef);
export const ProjectConnection = connectionType('Project', ProjectRef);
