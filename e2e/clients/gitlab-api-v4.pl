#!/usr/bin/perl
# Runs the command line `gitlab-api-v4` for each line of standard input, `{"args": […], "printed": FILE}`: in a process of its own,
# which has loaded the client already and writes to that file. Prints the exit code of each.
use strict;
use warnings;

use GitLab::API::v4;
use GitLab::API::v4::Config;
use GitLab::API::v4::Paginator;
use JSON;
use Log::Any::Adapter::Screen;
use Pod::Usage;

my ($program) = grep { -x } map { "$_/gitlab-api-v4" } split /:/, $ENV{PATH};
$| = 1;
while (my $line = <STDIN>) {
    my $command = decode_json($line);
    my $child = fork // die "cannot fork: $!";
    if (!$child) {
        open STDOUT, '>', $command->{printed} or die "cannot write $command->{printed}: $!";
        @ARGV = @{ $command->{args} };
        do $program;
        print STDERR $@ if $@;
        exit($@ ? 1 : 0);
    }
    waitpid $child, 0;
    print $? == 0 ? 0 : 1, "\n";
}
