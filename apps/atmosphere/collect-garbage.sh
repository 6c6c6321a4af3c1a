#!/bin/sh
# Has the Java whose pid is $1 collect its garbage and give back the memory that this leaves.
jcmd "$1" GC.run > /dev/null
status=$?
# Remove the socket over which the two have talked: a server that ends by itself leaves it.
rm -f "/tmp/.java_pid$1"
exit $status
