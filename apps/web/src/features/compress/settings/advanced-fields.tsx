import { ArchiveField } from './archive-field.tsx';
import { FilterField } from './filter-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { ResizeFields } from './resize-fields.tsx';
import { useSettings } from './settings-context.tsx';
import { WebFields } from './web-fields.tsx';

/**
 * Content of the collapsible section of the settings. Archives have no fields for resizing and filters, because they
 * contain the image unchanged. Images for a web page have their own widths, and cannot be archived or resized.
 */
export function AdvancedFields() {
  const { isArchiving, isForWeb } = useSettings().form;
  return (
    <>
      {!isArchiving && <WebFields />}
      {!isForWeb && <ArchiveField />}
      {!isArchiving && !isForWeb && <ResizeFields />}
      {!isArchiving && <FilterField />}
      <MoreFields />
    </>
  );
}
