import { FilterField } from './filter-field.tsx';
import { ResizeFields } from './resize-fields.tsx';

export function AdvancedFields() {
  return (
    <>
      <ResizeFields />
      <FilterField />
    </>
  );
}
