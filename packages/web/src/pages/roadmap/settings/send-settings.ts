import type { StoredSettingsChange } from '@milepost/core/roadmap/stored-settings';
import { ValidationError, RequestError } from '../../../platform/api/errors.ts';
import { request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

const updateSettings = graphql(`
  mutation roadmapSettingsUpdate($input: RoadmapSettingsUpdateInput!) {
    roadmapSettingsUpdate(input: $input) {
      errors
    }
  }
`);

/** Sends settings to the server; true when they are saved or never will be. */
export async function sendSettings(fullPath: string, settings: StoredSettingsChange): Promise<boolean> {
  try {
    await request(updateSettings, { input: { fullPath, settings } });
    return true;
  } catch (error) {
    // A temporary failure is retried on the next change or the next page; a refusal is final.
    return error instanceof ValidationError || !(error instanceof RequestError && error.mayPass);
  }
}
