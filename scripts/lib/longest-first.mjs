import { BaseSequencer } from 'vitest/node';

/** Test files that run for far longer than their size suggests. */
const long = [
  'imports/killed.test.ts',
  'delivery-permissions.test.ts',
  'any-input-graphql.test.ts',
  'any-input-rest.test.ts',
  'withheld.test.ts',
  'webhooks/webhooks.test.ts',
  'demo/load.test.ts',
  'permissions.test.ts',
  'merge-requests/merge-requests.test.ts',
  'delivery-graphql.test.ts',
  'rollups.test.ts',
  'store/lists.test.ts',
];

/**
 * The order of test files: without results of an earlier run Vitest begins with the largest, and some of the longest are small.
 * Started last, such a file keeps one worker busy while the other one is idle. The files of a project follow one another, because
 * a worker that changes the project ends, and the next one of the server loads all modules again.
 */
export default class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
  }
}

/** Short projects last. */
const projects = ['server', 'web-components', 'web', 'core'];

/** @param {import('vitest/node').TestSpecification} file */
function placeOf({ project }) {
  return projects.indexOf(project.name);
}

/** @param {import('vitest/node').TestSpecification} file */
function rankOf({ moduleId }) {
  const place = long.findIndex((each) => moduleId.endsWith(`/${each}`));
  return place === -1 ? long.length : place;
}
