// Texts that the page gives to the reader: a file to keep, or a page to print.

/** Hand a text to the browser as a file to keep; a page for printing opens in a tab of its own where that is allowed. */
export function giveFile({ name, text }) {
  const page = name.endsWith(".html") ? window.open("", "_blank") : null;
  if (page) {
    page.document.open();
    page.document.write(text);
    page.document.close();
    return;
  }
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
