import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType } from '../../../platform/graphql/connections.ts';
import type { RoadmapLink } from '../store/links.ts';
import type { SavedView } from '../../views/store.ts';

export const RoadmapViewRef = builder.objectRef<SavedView>('RoadmapView');
export const RoadmapLinkRef = builder.objectRef<RoadmapLink>('RoadmapLink');
export const RoadmapViewConnection = connectionType('RoadmapView', RoadmapViewRef);
export const RoadmapLinkConnection = connectionType('RoadmapLink', RoadmapLinkRef);
export const RoadmapLinkKindEnum = builder.enumType('RoadmapLinkKind', {
  description: 'PAGE: a public roadmap. FEED: a calendar with its owner’s permissions',
  values: { PAGE: { value: 'page' }, FEED: { value: 'feed' } } as const,
});
