import type { Namespace } from '../../namespaces/store.ts';
import type { Import } from '../store.ts';
import type { ImportProblem, ImportState } from '../table.ts';

const statusOf: Readonly<Record<ImportState, string>> = {
  uploaded: 'scheduled',
  running: 'started',
  finished: 'finished',
  failed: 'failed',
};

/** The import of a project, which may not exist yet; `found` is null for a project that was not imported. */
export function presentProjectImport(
  found: Import | null,
  project: Namespace | null,
  problems: readonly ImportProblem[],
) {
  const fullPath = project?.fullPath ?? found?.intoPath ?? '';
  const path = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  const name = project?.name ?? found?.name ?? path;
  return {
    id: project?.id ?? found?.reservedId ?? null,
    description: project?.description || null,
    name,
    name_with_namespace: project?.fullName ?? name,
    path,
    path_with_namespace: fullPath,
    created_at: (project?.createdAt ?? found?.createdAt)?.toISOString() ?? null,
    import_url: null,
    import_type: found ? 'gitlab_project' : null,
    import_status: found ? statusOf[found.state] : 'none',
    import_error: found?.error ?? null,
    correlation_id: null,
    failed_relations: problems.map(presentProblem),
    stats: null,
  };
}

function presentProblem({ location, problem }: ImportProblem, index: number) {
  // `tree/project/issues.ndjson:17`, or `project.json: issues[16]` in a single-file export.
  const [, list, element] = /[ .]([a-z_]+)\[(\d+)\]$/.exec(location) ?? [];
  const [, file = location, number] = /([a-z_]+)\.(?:nd)?json(?::(\d+))?$/.exec(location) ?? [];
  const relation = list ?? file;
  const line = element === undefined ? number : Number(element) + 1;
  return {
    id: index + 1,
    relation_name: relation,
    line_number: line === undefined ? null : Number(line),
    exception_class: 'ImportProblem',
    exception_message: problem,
    source: 'import',
  };
}
