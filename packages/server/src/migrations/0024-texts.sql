-- New texts wait in a list before they enter the index, because entering them a few at a time costs several times as much. The
-- list is read along with the index, and a job empties it every minute.
ALTER INDEX work_items_epic_texts SET (fastupdate = on, gin_pending_list_limit = 1048576);
