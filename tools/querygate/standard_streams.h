// The three descriptors that the process was started with.
#pragma once

namespace querygate::cli {

// A closed one would be the number of the next file that is opened, and messages would be written into that. Here it
// becomes one on which every read or write fails. A write that nobody can take is an error of that write, not the end
// of the process. Call first of all.
void SecureStandardStreams();

// Some file systems tell only when a descriptor is closed that what was written is lost. The descriptor stays open.
bool ClosesCleanly(int descriptor);

}  // namespace querygate::cli
