-- What was chosen of an option is found by the index that begins with the option: no second one is needed for the field.
DROP INDEX work_item_custom_field_options_by_field;
