-- The reports of earlier imports name the position of a problem `place`; it is `location` now.
UPDATE imports SET report = jsonb_set(report, '{problems}', (
  SELECT coalesce(jsonb_agg(
    CASE WHEN problem ? 'place' THEN problem - 'place' || jsonb_build_object('location', problem -> 'place') ELSE problem END
    ORDER BY position
  ), '[]')
  FROM jsonb_array_elements(report -> 'problems') WITH ORDINALITY AS listed (problem, position)
))
WHERE jsonb_typeof(report -> 'problems') = 'array';
