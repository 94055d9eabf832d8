/** Created functions that are now in `functions.sql`. Kept because databases have recorded the migration's name. */
export async function up(): Promise<void> {}
