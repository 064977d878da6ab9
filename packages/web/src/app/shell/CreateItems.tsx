import { usePlacePermissions } from '../../modules/namespaces/permissions.ts';
import { CreateItem } from './CreateItem.tsx';
import type { Place } from './place.ts';
import { sectionWords } from './sections.ts';

/** What the viewer may make in the group or project they look at. */
export function CreateItems({ place }: { place: Place }) {
  const { fullPath } = place;
  const may = usePlacePermissions(place);
  return (
    <>
      {may.createEpic && <CreateItem to={{ page: 'newEpic', fullPath }} words={sectionWords.newEpic} />}
      {may.createIssue && <CreateItem to={{ page: 'newIssue', fullPath }} words={sectionWords.newIssue} />}
      {may.createProjects && (
        <CreateItem to={{ page: 'newProject' }} search={{ parent: fullPath }} words={sectionWords.newProject} />
      )}
    </>
  );
}
