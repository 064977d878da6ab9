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

/** Sends choices to be kept; true when they are, or never will be. */
export async function sendSettings(fullPath: string, settings: StoredSettingsChange): Promise<boolean> {
  try {
    await request(updateSettings, { input: { fullPath, settings } });
    return true;
  } catch (error) {
    // What may pass is tried again by the next change or the next page; a refusal stays one.
    return error instanceof ValidationError || !(error instanceof RequestError && error.mayPass);
  }
}
