/** Created the functions that are now in `functions.sql`. The migration stays, because databases have recorded its name. */
export async function up(): Promise<void> {}
