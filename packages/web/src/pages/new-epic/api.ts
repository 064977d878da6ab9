import { accepted, request } from '../../app/graphql.ts';
import { graphql } from '../../gen/gql.ts';

const createEpicDocument = graphql(`
  mutation createEpic($input: CreateEpicInput!) {
    createEpic(input: $input) {
      errors
      epic {
        id
        webPath
      }
    }
  }
`);

export interface EpicDraft {
  title: string;
  description: string;
  /** `2026-11-21`, or empty for an inherited date. */
  start: string;
  due: string;
  color: string;
  confidential: boolean;
}

/** Makes an epic of a group; gives the path of its page. */
export async function createEpic(groupPath: string, { start, due, ...rest }: EpicDraft): Promise<string> {
  const dates = {
    ...(start === '' ? {} : { startDateIsFixed: true, startDateFixed: start }),
    ...(due === '' ? {} : { dueDateIsFixed: true, dueDateFixed: due }),
  };
  const { createEpic: payload } = await request(createEpicDocument, { input: { groupPath, ...rest, ...dates } });
  return accepted(payload, 'epic').webPath;
}
