import { refuseUnlessDone, request } from '../../platform/api/graphql.ts';
import type { ShownReactionFragment } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment ShownReaction on AwardEmoji {
    id
    name
    emoji
    user {
      id
      name
      type
    }
  }
`);

const toggleReactionDocument = graphql(`
  mutation toggleReaction($input: AwardEmojiToggleInput!) {
    awardEmojiToggle(input: $input) {
      errors
      toggledOn
    }
  }
`);

export type ShownReaction = ShownReactionFragment;

/**
 * Adds or removes the viewer's reaction. `awardableId`: the global id of an epic, issue or note. Throws ChangeRefusedError with
 * the server's messages.
 */
export async function toggleReaction(awardableId: string, name: string): Promise<void> {
  const { awardEmojiToggle } = await request(toggleReactionDocument, { input: { awardableId, name } });
  refuseUnlessDone(awardEmojiToggle);
}
