// Modules that came as text.

/** Load a module that came as text; nothing is asked of the network. */
export async function importText(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return (await import(address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}
